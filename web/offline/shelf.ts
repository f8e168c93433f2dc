// What a browser keeps of games: IndexedDB, or the memory of this page where there is none.

/** What the engine reads and writes; `server/in_browser/store.py` says what. */
export interface Shelf {
  games(): Promise<string>;
  log(id: string): Promise<string>;
  write(id: string, game: string, first: number, lines: string): Promise<void>;
}

const NAME = 'rollplayer';
const GAMES = 'games';
const LINES = 'lines';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('not read'));
  });

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(GAMES);
    request.result.createObjectStore(LINES);
  };
  return done(request);
}

/** All lines of a game lie side by side, in their order. */
const place = (id: string, number: number): [string, number] => [id, number];
const linesOf = (id: string): IDBKeyRange => IDBKeyRange.bound(place(id, 0), place(id, Infinity));

class Kept implements Shelf {
  constructor(private readonly database: IDBDatabase) {}

  private store(name: string): IDBObjectStore {
    return this.database.transaction(name).objectStore(name);
  }

  async games(): Promise<string> {
    return JSON.stringify(await done(this.store(GAMES).getAll()));
  }

  async log(id: string): Promise<string> {
    return JSON.stringify(await done(this.store(LINES).getAll(linesOf(id))));
  }

  write(id: string, game: string, first: number, lines: string): Promise<void> {
    return new Promise((resolve, reject) => {
      // Strict: what was acknowledged is on the disk.
      const all = this.database.transaction([GAMES, LINES], 'readwrite', { durability: 'strict' });
      all.oncomplete = () => resolve();
      all.onabort = () => reject(all.error ?? new Error('not written'));
      all.objectStore(GAMES).put(game, id);
      for (const [at, line] of (JSON.parse(lines) as string[]).entries())
        all.objectStore(LINES).put(line, place(id, first + at));
    });
  }
}

class Memory implements Shelf {
  private all = new Map<string, { game: string; lines: string[] }>();

  games = async (): Promise<string> => JSON.stringify([...this.all.values()].map(({ game }) => game));
  log = async (id: string): Promise<string> => JSON.stringify(this.all.get(id)?.lines ?? []);
  write = async (id: string, game: string, first: number, lines: string): Promise<void> => {
    const before = this.all.get(id)?.lines.slice(0, first - 1) ?? [];
    this.all.set(id, { game, lines: [...before, ...(JSON.parse(lines) as string[])] });
  };
}

/** The shelf, and whether what lies on it is there the next time. */
export async function shelf(): Promise<[Shelf, boolean]> {
  try {
    return [new Kept(await opened()), true];
  } catch {
    return [new Memory(), false];
  }
}
