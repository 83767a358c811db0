import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import { cardPath, embedPath, subjectAt } from '../../contract/cards/card-paths.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { invalidField, notFound } from '../../lib/errors.ts';
import { escapeHtml } from '../../lib/html.ts';
import { VISITOR } from '../../modules/actor.ts';
import { resolveCard } from '../../modules/cards/cards.queries.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { servicesOf } from '../../runtime/services.ts';
import { ipOf, parametersOf } from '../request.ts';

/** Seconds for which consumers may keep a description. */
const CACHE_AGE_S = 300;
const MAX_ADDRESS = 4_000;

const zSize = z.coerce.number().int().min(1).catch(Number.POSITIVE_INFINITY);
const zParams = z.object({
  url: z.string().min(1).max(MAX_ADDRESS),
  format: z.string().default('json'),
  maxwidth: zSize,
  maxheight: zSize,
});

function paramsOf(request: Request): z.infer<typeof zParams> {
  const params = zParams.safeParse(parametersOf(request));
  if (params.success) return params.data;
  throw invalidField('url', 'url must be the URL of a page of this site');
}

/**
 * Describes the page of a sale, a name or a list for sites that embed it (oEmbed 1.0): its chart in a frame, and its card
 * as the thumbnail. Other pages are not found.
 */
export function oembed(runtime: Runtime): RequestHandler {
  return async (request, response) => {
    const { publicUrl } = runtime.config;
    runtime.calls.takeRead(ipOf(request));
    const { url, format, maxwidth, maxheight } = paramsOf(request);
    if (format !== 'json') {
      response.status(501).type('text').send('Only format=json is available.\n');
      return;
    }
    const address = URL.parse(url);
    const isOwn = address?.origin === new URL(publicUrl).origin;
    const asked = isOwn ? subjectAt(address.pathname, address.search) : undefined;
    if (!asked || asked.of === 'site') throw notFound('page');
    const { subject, read } = await resolveCard(servicesOf(runtime, VISITOR), asked);
    const { title } = await read();
    const [width, height] = [
      Math.min(LIMITS.embed.width, maxwidth),
      Math.min(LIMITS.embed.height, maxheight),
    ];
    const frame = `${publicUrl}${embedPath(subject)}`;
    const hasThumbnail = LIMITS.card.width <= maxwidth && LIMITS.card.height <= maxheight;
    response.setHeader('Cache-Control', `public, max-age=${CACHE_AGE_S}`);
    response.json({
      version: '1.0',
      type: 'rich',
      provider_name: 'MarketDex',
      provider_url: publicUrl,
      title,
      cache_age: CACHE_AGE_S,
      html: `<iframe src="${escapeHtml(frame)}" width="${width}" height="${height}" title="${escapeHtml(title)}" loading="lazy" frameborder="0"></iframe>`,
      width,
      height,
      ...(hasThumbnail && {
        thumbnail_url: `${publicUrl}${cardPath(subject)}`,
        thumbnail_width: LIMITS.card.width,
        thumbnail_height: LIMITS.card.height,
      }),
    });
  };
}
