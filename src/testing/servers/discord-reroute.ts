type Fetch = typeof fetch;

/** A `fetch` for which Discord is at another address: that of the tests' stand-in. */
export const reroutedFetch =
  (standIn: string, real: Fetch = fetch): Fetch =>
  (input, init) => {
    const url = URL.parse(String(input));
    return url?.origin === 'https://discord.com'
      ? real(new URL(url.pathname + url.search, standIn), init)
      : real(input, init);
  };

// Processes of their own load this file before anything else (`discordSettings`).
const standIn = process.env.DISCORD_STAND_IN;
if (standIn) globalThis.fetch = reroutedFetch(standIn);
