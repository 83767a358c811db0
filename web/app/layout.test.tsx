import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ROLES, type Role } from '../../src/contract/accounts/roles.ts';
import FaqScreen from '../features/faq/faq-screen.tsx';
import { PATHS } from '../lib/paths.ts';
import { ASH, renderAt } from '../testing/render.tsx';
import { Layout } from './layout.tsx';

const answers = {
  inbox: { count: () => ({ unread: 0, rejected: 0 }) },
  reviews: { counts: () => ({ pending: 0, reported: 0, all: 0 }) },
  twoFactor: { status: () => ({ is2FAEnabled: true, passkeys: 0, recoveryCodesLeft: 8, required: null }) },
};

/** Who opens a link: the client, or the browser, which requests its page from the server. */
function opener(link: HTMLElement): 'client' | 'browser' {
  let isRouted = false;
  const see = (event: Event) => {
    isRouted = event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener('click', see, { once: true });
  fireEvent.click(link);
  return isRouted ? 'client' : 'browser';
}

it.each<Role | 'visitor'>(['visitor', ...ROLES])('has no dead links: %s', async (who) => {
  const as = who === 'visitor' ? {} : { as: { ...ASH, role: who } };
  const page = (
    <Layout>
      <FaqScreen />
    </Layout>
  );
  renderAt(page, answers, { at: '/faq', ...as });
  await screen.findByRole('contentinfo');
  const links = ['banner', 'contentinfo'].flatMap((place) =>
    within(screen.getByRole(place)).getAllByRole('link'),
  );
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) {
    const { pathname, hash } = new URL(link.getAttribute('href') ?? '', location.origin);
    // The server knows the same screens (src/http/site/pages.test.ts).
    const pages: string[] = opener(link) === 'client' ? Object.values(PATHS) : [PATHS.faq, '/api/docs'];
    expect(pages).toContain(pathname);
    if (hash) expect(document.querySelector(hash)).not.toBeNull();
  }
});
