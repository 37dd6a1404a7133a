/** The picture on each game's card: animals from the sheet, placed in per cent. A game without one shows a fox. */
export interface Figure {
  icon: string;
  style: string;
}

const at = (icon: string, style: string): Figure => ({ icon, style });

export const covers: Record<string, Figure[]> = {
  fox_on_the_run: [
    at("arrow-1", "left:7%;top:9%;width:27%;transform:rotate(-7deg)"),
    at("arrow-2", "right:7%;top:9%;width:27%;transform:rotate(7deg)"),
    at("vixen", "left:4%;bottom:5%;width:27%;--fur:var(--scarlet)"),
    at("wolf", "right:4%;bottom:5%;width:27%"),
    at("fox", "left:30%;bottom:7%;width:40%;--fur:var(--indigo)"),
  ],
  outfoxed: [
    at("sun-moon", "left:8%;top:8%;width:22%"),
    at("crow", "right:6%;top:5%;width:38%"),
    at("fox", "left:22%;bottom:6%;width:40%"),
    at("rabbit", "right:9%;bottom:4%;width:22%"),
  ],
  fox_grove: [
    at("owl", "left:33%;top:6%;width:35%"),
    at("hedgehog", "left:3%;bottom:6%;width:36%"),
    at("squirrel", "right:3%;bottom:6%;width:35%"),
    at("maple", "right:9%;top:9%;width:19%;transform:rotate(18deg)"),
    at("nut", "left:10%;top:13%;width:17%;transform:rotate(-14deg)"),
    at("wood", "left:40%;bottom:3%;width:20%"),
  ],
  sly_fox: [
    at("fox", "left:5%;bottom:6%;width:38%"),
    at("gossip", "left:34%;top:7%;width:29%"),
    at("trap", "left:44%;bottom:6%;width:20%"),
    at("weasel", "right:3%;bottom:5%;width:34%"),
  ],
  oh_fox: [
    at("toad", "left:4%;bottom:5%;width:30%"),
    at("sparrow", "left:9%;top:8%;width:23%"),
    at("badger", "left:35%;top:22%;width:30%"),
    at("heart", "right:13%;top:10%;width:17%;transform:rotate(10deg)"),
    at("viper", "right:3%;bottom:5%;width:32%"),
  ],
};

export const coverOf = (game: string): Figure[] => covers[game] ?? [at("fox", "left:25%;bottom:8%;width:50%")];

/** The five in the order of the box; whatever else is registered follows. */
export const ORDER = Object.keys(covers);
