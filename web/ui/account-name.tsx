/** Tells password managers whose password a form sets; people read the name elsewhere. */
export function AccountName({ username }: { username: string }) {
  return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />;
}
