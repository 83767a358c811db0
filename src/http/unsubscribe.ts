import express, { type RequestHandler, type Router } from 'express';
import type { SubmissionNotice } from '../contract/inbox/notices.ts';
import { andList } from '../contract/shared/lists.ts';
import { PATHS } from '../contract/shared/paths.ts';
import { escapeHtml, htmlPage, NOT_INDEXED } from '../lib/html.ts';
import type { Subscription } from '../modules/notices/unsubscribe.service.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { systemServices } from '../runtime/services.ts';
import { failsWithPage } from './refusals/error-handler.ts';
import { ipOf } from './request.ts';

const NOTICES: Record<SubmissionNotice, string> = {
  approved: 'approved submissions',
  rejected: 'rejected submissions',
  corrected: 'corrected submissions',
  returned: 'submissions returned to review',
};

/** What the emails of a link are about. */
function subjectOf(from: Subscription): string {
  if (from.type === 'submissions') return `about ${andList(from.notices.map((notice) => NOTICES[notice]))}`;
  if (from.type === 'digest') return `with the ${from.period} digest of the searches you follow`;
  return from.follows.length === 1
    ? 'about the search you follow'
    : `about the ${from.follows.length} searches you follow that this email named`;
}

interface Link {
  label: string;
  path: string;
}

const ACCOUNT: Link = { label: 'Account settings', path: PATHS.account };
const FOLLOWING: Link = { label: 'The searches you follow', path: PATHS.following };

/** Where the emails of a link are chosen. */
const settingsOf = ({ type }: Subscription) => (type === 'submissions' ? ACCOUNT : FOLLOWING);

const page = (title: string, content: string, settings = ACCOUNT): string =>
  htmlPage({
    title: `${title} · MarketDex`,
    style: '/api/docs/style.css',
    head: NOT_INDEXED,
    body: `<main>
<p><a href="/">MarketDex</a></p>
<h1>${escapeHtml(title)}</h1>
${content}
<p><a href="${settings.path}">${settings.label}</a></p>
</main>`,
  });

const askPage = (from: Subscription): string =>
  page(
    'Unsubscribe',
    `<p>You will get no more emails ${escapeHtml(subjectOf(from))}. Your inbox on MarketDex stays as it is.</p>
<form method="post"><button>Unsubscribe</button></form>`,
    settingsOf(from),
  );

const donePage = (from: Subscription): string =>
  page(
    'You are unsubscribed',
    `<p>You will get no more emails ${escapeHtml(subjectOf(from))}.</p>`,
    settingsOf(from),
  );

const failedPage = (sentence: string): string =>
  page('Unsubscribing failed', `<p>${escapeHtml(sentence)}</p>`);

/**
 * The links of emails that unsubscribe without a session (RFC 8058): a POST does it at once. A GET shows a page with a
 * button, because programs that scan emails open their links.
 */
export function unsubscribePages(runtime: Runtime): Router {
  const answer =
    (write: (token: string) => Promise<string>): RequestHandler =>
    async (request, response) => {
      const { token } = request.query;
      const html = await runtime.calls.runMainRead(ipOf(request), () =>
        write(typeof token === 'string' ? token : ''),
      );
      // The address has a token.
      response.type('html').setHeader('Cache-Control', 'no-store').send(html);
    };
  const service = () => systemServices(runtime, 'unsubscribe link').unsubscribe;
  const router = express.Router();
  router
    .route('/unsubscribe')
    .all(failsWithPage(failedPage))
    .get(answer(async (token) => askPage(service().read(token))))
    .post(answer(async (token) => donePage(await service().unsubscribe(token))));
  return router;
}
