// My games: those of a person, as the server finds them, page by page. Loaded with the page that shows them.
import { useContent } from './content.svelte';
import { useMoreTexts } from './i18n.svelte';
import { inOrder, queryOf, type Part, type Wishes } from './mine-search';
import { heldGames } from './own-games.svelte';
import { me } from './person.svelte';
import { settings } from './settings.svelte';
import type { GameNews, OwnGame, OwnStatistics, PersonGames } from './types';

export const useMineTexts = (): Promise<void> =>
  useMoreTexts({
    en: () => import('../../../src/rollplayer/locale/en/mine.json'),
    de: () => import('../../../src/rollplayer/locale/de/mine.json'),
    fr: () => import('../../../src/rollplayer/locale/fr/mine.json'),
  });

const goesOn = ({ game }: OwnGame): boolean => game.status === 'open' || game.status === 'running';

class Mine {
  /** Those that go on, also tables that wait for their start. */
  running: OwnGame[] = $state.raw([]);
  /** Over, and held by this browser alone. */
  apart: OwnGame[] = $state.raw([]);
  /** The games of the part that is looked at, as far as they have been fetched. */
  games: OwnGame[] = $state.raw([]);
  found = $state(0);
  next: string | null = $state(null);
  statistics: OwnStatistics | null = $state.raw(null);
  known = $state(false);
  failed = $state(false);
  /** Signed out elsewhere: this browser shows what it holds keys for. */
  out = $state(false);
  private asked = 0;
  /** What is still being put away or back: who looks meanwhile is to find it where it was put. */
  private moving: Promise<void> = Promise.resolve();

  private async ask(query: string): Promise<PersonGames> {
    await this.moving;
    return me.ask<PersonGames>('GET', `/games?${query}`);
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.failed = false;
    } catch (error) {
      this.out = me.isOut(error);
      this.failed = !this.out;
    }
  }

  /** Asks again for what goes on. */
  look = (): Promise<void> =>
    this.attempt(async () => {
      await me.claim();
      const found: OwnGame[] = [];
      let after = '';
      do {
        const page = await this.ask(`part=running${after}`);
        found.push(...page.games);
        after = page.next ? `&after=${page.next}` : '';
      } while (after);
      // What this browser holds apart is nobody’s until its reader says so (lib/keys.ts).
      const apart = await heldGames();
      this.running = inOrder([...found, ...apart.filter(goesOn)]);
      this.apart = apart.filter((game) => !goesOn(game));
      this.known = true;
      await this.useBoxes();
    });

  /** Faces of heroes and names of lines come with the boxes that were played. */
  private async useBoxes(): Promise<void> {
    const listed = [...this.running, ...this.apart, ...this.games].flatMap(
      ({ game }) => game.options.expansions ?? [],
    );
    const boxes = [...new Set([...(this.statistics?.boxes ?? []), ...listed])].sort();
    try {
      await useContent(settings.language, 'second', boxes);
    } catch {
      // A box of an old game may not be here any more.
      await useContent(settings.language, 'second', []).catch(() => undefined);
    }
  }

  /** The first page of what is wanted; an answer that another wish has overtaken is thrown away. */
  search = (part: Part, wishes: Wishes): Promise<void> =>
    this.attempt(async () => {
      const asked = ++this.asked;
      const page = await this.ask(queryOf(part, wishes));
      if (asked !== this.asked) return;
      [this.games, this.found, this.next] = [page.games, page.found, page.next];
    });

  more = (part: Part, wishes: Wishes): Promise<void> =>
    this.attempt(async () => {
      const asked = this.asked;
      const page = await this.ask(queryOf(part, wishes, this.next ?? ''));
      if (asked !== this.asked) return;
      this.games = [...this.games, ...page.games];
      [this.found, this.next] = [page.found, page.next];
    });

  /** What was reached, which also says what there is to choose among. */
  count = (): Promise<void> =>
    this.attempt(async () => {
      this.statistics = await me.ask<OwnStatistics>('GET', '/statistics');
      await this.useBoxes();
    });

  news = (id: string): Promise<GameNews> => me.ask<GameNews>('GET', `/games/${id}/news`);

  private drop(id: string): void {
    this.games = this.games.filter(({ game }) => game.id !== id);
    this.running = this.running.filter(({ game }) => game.id !== id);
    this.found = Math.max(0, this.found - 1);
  }

  archive(id: string, archived: boolean): Promise<void> {
    this.moving = this.moving.then(() =>
      this.attempt(async () => {
        await me.archive(id, archived);
        this.drop(id);
      }),
    );
    return this.moving;
  }

  /** Takes one’s name and words out of a game that is over. A refusal is the caller’s to show. */
  async forget(id: string): Promise<void> {
    await me.ask('POST', '/forget', { id });
    this.drop(id);
  }
}

export const mine = new Mine();
