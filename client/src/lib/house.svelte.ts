import { house, Refused } from "./http";
import type { BotInfo, GameInfo, HouseInfo } from "./messages";

/** What can be played here: asked once. */
class House {
  info: HouseInfo | null = $state.raw(null);
  fault: Refused | null = $state.raw(null);

  async open(): Promise<void> {
    if (this.info) return;
    try {
      this.info = await house();
      this.fault = null;
    } catch (fault) {
      this.fault = fault as Refused;
      setTimeout(() => this.open(), 2000);
    }
  }

  game(name: string): GameInfo | undefined {
    return this.info?.games.find((game) => game.name === name);
  }

  get bots(): BotInfo[] {
    return this.info?.bots ?? [];
  }

  /** A path as an address that another device can reach: never localhost where we know better. */
  reach(path: string): string {
    const isLocal = /^(localhost|127\.|\[::1\])/.test(location.hostname);
    return (isLocal && this.info?.url ? this.info.url.replace(/\/$/, "") : location.origin) + path;
  }

  /** Whether others can reach that address at all. */
  get isReachable(): boolean {
    return !/^(localhost|127\.|\[::1\])/.test(new URL(this.reach("/")).hostname);
  }
}

export const theHouse = new House();
