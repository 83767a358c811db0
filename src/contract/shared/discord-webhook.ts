/** Only Discord webhook URLs: any other URL would let a setting send requests into the internal network (SSRF). */
const WEBHOOK =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/;

/** Maximum length of a webhook URL, in characters. */
export const WEBHOOK_MAX = 300;
export const WEBHOOK_RULE = 'must be a Discord webhook such as https://discord.com/api/webhooks/…';

export const isDiscordWebhook = (url: string): boolean => WEBHOOK.test(url);
