import { LogOut, Menu, Search, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type Action, can } from '../../src/contract/accounts/roles.ts';
import { PATHS, PROFILE_PATH, SCREEN_TITLES } from '../lib/paths.ts';
import { focusSearch } from '../lib/search-box.ts';
import { useSession } from '../lib/server/session.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { useSiteKeys } from '../ui/hooks/use-keys.ts';
import { useMedia } from '../ui/hooks/use-media.ts';
import { Brand } from '../ui/page/brand.tsx';
import { HeaderBar } from '../ui/page/page-frame.tsx';
import { ThemeMenu } from '../ui/page/theme-menu.tsx';
import { latePart, Nothing } from '../ui/states/late-part.tsx';

// For signed-in users; the header works without them.
const Bell = latePart(() => import('./bell.tsx'), { Missing: Nothing });
const PendingCount = latePart(() => import('./pending-count.tsx'), { Missing: Nothing });

interface NavLink {
  href: string;
  label: string;
  /** Shown only to users who may perform this action; without it, to everyone. */
  action?: Action;
}

const LINKS: readonly NavLink[] = [
  { href: PATHS.market, label: 'Browse Data' },
  { href: PATHS.submit, label: SCREEN_TITLES.submit, action: 'sale.submit' },
  { href: PATHS.review, label: 'Review', action: 'sale.review' },
  { href: PATHS.admin, label: SCREEN_TITLES.admin, action: 'admin.panel' },
];

const SIGNED_OUT_LINKS: readonly NavLink[] = [
  { href: PATHS.login, label: SCREEN_TITLES.login },
  { href: PATHS.register, label: SCREEN_TITLES.register },
];

/** In the menu of narrow screens. */
const ACCOUNT_LINKS: readonly NavLink[] = [
  { href: PATHS.account, label: 'My submissions' },
  { href: PATHS.following, label: SCREEN_TITLES.following },
];

/** Brand, links by role and the current user. On narrow screens a menu holds the links. */
export function Header() {
  const { user, logout } = useSession();
  const [path] = useLocation();
  const [openOn, setOpenOn] = useState<string | null>(null);
  const menuId = useId();
  // The links are then in the row of the brand, and the theme is the last in it.
  const wide = useMedia('lg');
  // The menu is tied to the path it was opened on, so following one of its links closes it.
  const open = openOn === path;
  const toggle = useRef<HTMLButtonElement>(null);
  useSiteKeys({ Escape: open ? close : undefined });

  function close() {
    setOpenOn(null);
    toggle.current?.focus();
  }

  const links = [
    ...LINKS.filter((link) => !link.action || can(user, link.action)),
    ...(user ? [] : SIGNED_OUT_LINKS),
    ...(user && !wide ? ACCOUNT_LINKS : []),
  ];

  const buttons = (
    <>
      {user && (
        <span className="mr-4 size-11">
          <Bell />
        </span>
      )}
      {path !== PATHS.market && <IconButton label="Search" icon={Search} onClick={() => focusSearch()} />}
    </>
  );

  return (
    <HeaderBar>
      <Brand />
      {!wide && (
        <div className="ml-auto flex items-center">
          {buttons}
          <IconButton
            ref={toggle}
            label={open ? 'Close menu' : 'Open menu'}
            aria-expanded={open}
            aria-controls={menuId}
            icon={open ? X : Menu}
            onClick={() => setOpenOn(open ? null : path)}
          />
        </div>
      )}
      <div
        id={menuId}
        className={cx(
          'gap-x-6 max-lg:w-full max-lg:flex-col max-lg:pt-1.5 max-lg:pb-3 lg:flex lg:min-w-0 lg:flex-1 lg:items-center',
          open ? 'flex' : 'max-lg:hidden',
        )}
      >
        <nav aria-label="Main" className="flex gap-x-1 max-lg:flex-col lg:flex-1">
          {links.map((link) => (
            <HeaderLink key={link.href} {...link} current={link.href === path} />
          ))}
        </nav>
        {user && (
          <div className="flex min-w-0 items-center gap-3 max-lg:mt-2 max-lg:border-t max-lg:border-line max-lg:px-3 max-lg:pt-3">
            <span className="flex min-w-0 items-center gap-2 text-base">
              <Link
                href={wide ? PATHS.account : PROFILE_PATH}
                title={`Your account: ${user.username}`}
                aria-current={path === PATHS.account ? 'page' : undefined}
                className="flex min-h-control min-w-0 flex-col justify-center rounded-sm underline-offset-4 hover:underline aria-[current=page]:underline touch:min-w-11"
              >
                <span className="text-xs whitespace-nowrap text-ink-soft">Account</span>{' '}
                <span translate="no" className="max-w-44 truncate font-medium">
                  {user.username}
                </span>
              </Link>
              <span className="contents lg:max-xl:hidden">
                <Badge>{user.role}</Badge>
              </span>
            </span>
            <Button variant="quiet" icon={LogOut} onClick={logout} className="max-lg:ml-auto">
              <span className="lg:max-xl:sr-only">Logout</span>
            </Button>
          </div>
        )}
        {!wide && (
          <div className="mt-2 flex items-center justify-between border-t border-line px-3 pt-2 text-base font-medium text-ink-soft">
            <span aria-hidden>Theme</span>
            <ThemeMenu />
          </div>
        )}
      </div>
      {wide && (
        <div className="flex items-center">
          {buttons}
          <ThemeMenu />
        </div>
      )}
    </HeaderBar>
  );
}

function HeaderLink({ href, label, current }: NavLink & { current: boolean }) {
  return (
    <Link
      href={href}
      aria-current={current ? 'page' : undefined}
      className={cx(
        'relative flex min-h-control items-center gap-2 rounded-md px-3 text-base font-medium whitespace-nowrap transition-colors',
        current
          ? 'text-ink max-lg:bg-sunken lg:after:absolute lg:after:inset-x-3 lg:after:-bottom-2.5 lg:touch:after:-bottom-1.5 lg:after:h-0.5 lg:after:bg-accent'
          : 'text-ink-soft hover:bg-sunken hover:text-ink',
        // The links of the account are at the far end, where the account is.
        href === PATHS.login && 'lg:ml-auto',
      )}
    >
      {label}
      {href === PATHS.review && <PendingCount />}
    </Link>
  );
}
