/** Tells password managers which account a form is for; the name itself is shown elsewhere. */
export function AccountName({ username }: { username: string }) {
  return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />;
}
