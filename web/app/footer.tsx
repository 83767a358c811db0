import { Link } from 'wouter';
import { withNext } from '../lib/next-path.ts';
import { PATHS, SCREEN_TITLES } from '../lib/paths.ts';
import { useSession } from '../lib/server/session.tsx';
import { Mark } from '../ui/page/brand.tsx';

/** The page of the REST interface, which the server makes. */
const API_DOCS = '/api/docs';

interface FooterLink {
  href: string;
  label: string;
  /** The browser opens it: the server makes the page, or the link leads into a page. */
  isPlain?: boolean;
}

const LINK =
  'flex min-h-8 items-center text-base text-ink-soft hover:text-ink hover:underline touch:min-h-11';

export default function Footer() {
  const { user } = useSession();
  const columns: { title: string; links: FooterLink[] }[] = [
    {
      title: 'Information',
      links: [
        { href: PATHS.faq, label: SCREEN_TITLES.faq },
        { href: `${PATHS.faq}#search`, label: 'Search help', isPlain: true },
        { href: PATHS.priceCheck, label: SCREEN_TITLES.priceCheck },
        { href: API_DOCS, label: 'API', isPlain: true },
        { href: PATHS.legal, label: SCREEN_TITLES.legal },
      ],
    },
    {
      title: 'Account',
      links: user
        ? [
            { href: PATHS.account, label: 'Dashboard' },
            { href: PATHS.inbox, label: SCREEN_TITLES.inbox },
            { href: PATHS.following, label: SCREEN_TITLES.following },
          ]
        : [
            { href: PATHS.login, label: SCREEN_TITLES.login },
            { href: PATHS.register, label: SCREEN_TITLES.register },
          ],
    },
    {
      title: 'Contribute',
      links: [
        user
          ? { href: PATHS.submit, label: SCREEN_TITLES.submit }
          : { href: withNext(PATHS.login, PATHS.submit), label: 'Login to Submit' },
        { href: `${PATHS.faq}#proof`, label: 'What counts as proof', isPlain: true },
      ],
    },
  ];
  return (
    <footer className="mt-16 bg-surface print:hidden">
      <div aria-hidden className="ruler" />
      <div className="mx-auto grid max-w-page grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,(100%-2.5rem)/2)),1fr))] gap-x-10 gap-y-8 px-4 py-10 md:grid-cols-[1.6fr_1fr_1fr_1fr] md:px-6">
        <div className="max-w-sm text-sm max-md:col-span-full text-ink-soft">
          <Mark className="mb-3 h-5" />
          <p>
            MarketDex is a community project. It is not affiliated with, endorsed by or connected to the game,
            its developers or its owners. All game names belong to their owners.
          </p>
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="overline-label mb-1">{title}</h2>
            <ul>
              {links.map(({ href, label, isPlain }) => {
                const Tag = isPlain ? 'a' : Link;
                return (
                  <li key={label}>
                    <Tag href={href} className={LINK}>
                      {label}
                    </Tag>
                  </li>
                );
              })}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
