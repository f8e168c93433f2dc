// Which page is open. Paths, so that links can be shared; the server gives index.html for each.

/** Where the address of a page stands: a static host knows one path only, so there it comes after a # (offline/). */
const MARK = __OFFLINE__ ? '#' : '';

export const route: { path: string; query: URLSearchParams; hash: string } = $state({
  path: '/',
  query: new URLSearchParams(),
  hash: '',
});

function read(): void {
  const within = location.hash;
  if (__OFFLINE__ && within && !within.startsWith('#/')) {
    // A link to a place within the page, which the browser has gone to.
    const query = route.query.toString();
    history.replaceState(null, '', `#${route.path}${query && `?${query}`}${within}`);
  }
  const { pathname, search, hash } = __OFFLINE__
    ? new URL(location.origin + (location.hash.slice(1) || '/'))
    : location;
  route.path = pathname;
  route.query = new URLSearchParams(search);
  route.hash = hash;
}

/** What a link to a page of the client holds. */
export const linkTo = (page: string): string => MARK + page;

export function go(to: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', MARK + to);
  read();
  if (!replace) scrollTo(0, 0);
}

export function startRouter(): void {
  read();
  addEventListener('popstate', read);
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.(`a[href^="${MARK}/"]`);
    if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button)
      return;
    if (link.hasAttribute('download') || link.getAttribute('target')) return;
    event.preventDefault();
    go(link.getAttribute('href')!.slice(MARK.length));
  });
}
