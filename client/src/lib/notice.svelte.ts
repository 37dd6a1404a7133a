/** "Your turn" as a notification of the browser, for whoever asked for it and looks elsewhere. */
import { read, write } from "./keep.svelte";
import { say } from "./texts";

class Notices {
  #permission = $state("Notification" in globalThis ? Notification.permission : "denied");
  #isWanted: boolean = $state(read("notices", true));

  get areKnown(): boolean {
    return "Notification" in globalThis && isSecureContext;
  }

  /** The browser lets nothing through: only its own settings help. */
  get areBlocked(): boolean {
    return this.#permission === "denied";
  }

  get areOn(): boolean {
    return this.areKnown && this.#permission === "granted" && this.#isWanted;
  }

  async turn(isOn: boolean): Promise<void> {
    if (isOn && this.#permission !== "granted") this.#permission = await Notification.requestPermission();
    this.#isWanted = isOn && this.#permission === "granted";
    write("notices", this.#isWanted);
  }

  tell(title: string, body: string): void {
    if (!document.hidden || !this.areOn) return;
    const notice = new Notification(title, { body, icon: "/fox.svg", tag: "skulk-turn" });
    notice.onclick = () => {
      focus();
      notice.close();
    };
  }
}

export const notices = new Notices();

export const tellWhenMyTurn = (title: string): void => notices.tell(say("your turn title"), title);
