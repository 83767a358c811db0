import { LogOut, Menu, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type Action, can } from '../../src/contract/roles.ts';
import { useSession } from '../lib/session.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { Brand } from './brand.tsx';
import { PATHS } from './paths.ts';

interface NavLink {
  href: string;
  label: string;
  /** Shown to those who may do this; without it to everyone. */
  action?: Action;
}

const LINKS: readonly NavLink[] = [
  { href: PATHS.market, label: 'Browse Data' },
  { href: PATHS.submit, label: 'Submit Data', action: 'sale.submit' },
  { href: PATHS.review, label: 'Review', action: 'sale.review' },
];

const SIGNED_OUT_LINKS: readonly NavLink[] = [
  { href: PATHS.login, label: 'Login' },
  { href: PATHS.register, label: 'Register' },
];

/** Brand, links by role, who is here, and on phones the menu that holds them. */
export function Header() {
  const { user, logout } = useSession();
  const [path] = useLocation();
  const [openOn, setOpenOn] = useState<string | null>(null);
  const menuId = useId();
  // A menu belongs to the page it was opened on: following one of its links closes it.
  const open = openOn === path;

  const links = [
    ...LINKS.filter((link) => !link.action || can(user, link.action)),
    ...(user ? [] : SIGNED_OUT_LINKS),
  ];

  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 px-4 py-1.5 md:h-14 md:py-0 md:flex-nowrap md:px-6">
        <Brand />
        <div className="ml-auto flex items-center md:order-last md:ml-0">
          <ThemeToggle />
          <IconButton
            label={open ? 'Close menu' : 'Open menu'}
            aria-expanded={open}
            aria-controls={menuId}
            icon={open ? <X aria-hidden className="size-5" /> : <Menu aria-hidden className="size-5" />}
            onClick={() => setOpenOn(open ? null : path)}
            className="md:hidden"
          />
        </div>
        <div
          id={menuId}
          className={cx(
            'gap-x-6 max-md:w-full max-md:flex-col max-md:pb-3 md:flex md:flex-1 md:items-center',
            open ? 'flex' : 'max-md:hidden',
          )}
        >
          <nav aria-label="Main" className="flex gap-x-1 max-md:flex-col md:flex-1">
            {links.map(({ href, label }) => (
              <HeaderLink key={href} href={href} current={href === path}>
                {label}
              </HeaderLink>
            ))}
          </nav>
          {user && (
            <div className="flex items-center gap-3 max-md:mt-2 max-md:border-t max-md:border-line max-md:px-3 max-md:pt-3">
              <span className="flex min-w-0 items-center gap-2 text-base">
                <Link
                  href={PATHS.account}
                  title="Your account"
                  aria-current={path === PATHS.account ? 'page' : undefined}
                  className="flex min-h-11 min-w-0 items-center rounded-sm underline-offset-4 hover:underline aria-[current=page]:underline md:min-h-9"
                >
                  <span className="max-w-44 truncate font-medium">{user.username}</span>
                </Link>
                <Badge>{user.role}</Badge>
              </span>
              <Button
                variant="quiet"
                icon={<LogOut aria-hidden className="size-4" />}
                onClick={logout}
                className="max-md:ml-auto"
              >
                Logout
              </Button>
            </div>
          )}
        </div>
      </div>
    </header>
  );
}

function HeaderLink({ href, current, children }: { href: string; current: boolean; children: string }) {
  return (
    <Link
      href={href}
      aria-current={current ? 'page' : undefined}
      className={cx(
        'relative flex min-h-11 items-center rounded-md px-3 text-base font-medium transition-colors md:min-h-9',
        current
          ? 'text-ink max-md:bg-sunken md:after:absolute md:after:inset-x-3 md:after:-bottom-2.5 md:after:h-0.5 md:after:bg-accent'
          : 'text-ink-soft hover:bg-sunken hover:text-ink',
      )}
    >
      {children}
    </Link>
  );
}
