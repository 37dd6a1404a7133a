/** "Your turn" as a notification of the browser, for whoever asked for it and looks elsewhere. */
import { say } from "./texts";

export const notices = {
  get areKnown(): boolean {
    return "Notification" in globalThis && isSecureContext;
  },
  get areOn(): boolean {
    return this.areKnown && Notification.permission === "granted";
  },
  ask: () => Notification.requestPermission(),
};

export function tellWhenMyTurn(title: string): void {
  if (!document.hidden || !notices.areOn) return;
  const notice = new Notification(say("your turn title"), { body: title, icon: "/fox.svg", tag: "skulk-turn" });
  notice.onclick = () => {
    focus();
    notice.close();
  };
}
