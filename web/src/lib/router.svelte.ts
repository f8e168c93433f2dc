// Which page is open. Paths, so that links can be shared; the server gives index.html for each.

export const route: { path: string; query: URLSearchParams } = $state({
  path: '/',
  query: new URLSearchParams(),
});

function read(): void {
  route.path = location.pathname;
  route.query = new URLSearchParams(location.search);
}

export function go(to: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  read();
  if (!replace) scrollTo(0, 0);
}

export function startRouter(): void {
  read();
  addEventListener('popstate', read);
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a[href^="/"]');
    if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button)
      return;
    if (link.hasAttribute('download') || link.getAttribute('target')) return;
    event.preventDefault();
    go(link.getAttribute('href')!);
  });
}
