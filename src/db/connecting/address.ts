/** Server, user and database of a URL, without its password. */
export function addressOf(url: string): { server: string; user: string; database: string } {
  const { hostname, port, pathname, username } = new URL(url);
  const user = decodeURIComponent(username);
  return {
    server: `${hostname || 'localhost'}:${port || 5432}`,
    user,
    database: decodeURIComponent(pathname.slice(1)) || user,
  };
}
