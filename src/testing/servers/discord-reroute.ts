type Fetch = typeof fetch;

/** A `fetch` that sends Discord's requests to the test server. */
export const reroutedFetch =
  (standIn: string, real: Fetch = fetch): Fetch =>
  (input, init) => {
    const url = URL.parse(String(input));
    return url?.origin === 'https://discord.com'
      ? real(new URL(url.pathname + url.search, standIn), init)
      : real(input, init);
  };

// Child processes load this file before anything else (`discordSettings`).
const standIn = process.env.DISCORD_STAND_IN;
if (standIn) globalThis.fetch = reroutedFetch(standIn);
