import { LoaderCircle } from 'lucide-react';
import {
  type ComponentProps,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { Link } from 'wouter';
import { cx } from './cx.ts';

/** An icon of lucide-react, or one of our own. */
export type Icon = ComponentType<{ className: string; 'aria-hidden': true }>;

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-strong',
  secondary: 'bg-raised text-ink border-line-strong hover:border-ink-soft hover:bg-paper',
  quiet: 'bg-transparent text-ink-soft border-transparent hover:bg-sunken hover:text-ink',
  danger: 'bg-raised text-rejected border-rejected/60 hover:bg-rejected-soft hover:border-rejected',
};

/** The classes of a button, for elements that only look like one. */
export const buttonLook = (variant: ButtonVariant, className?: string) =>
  cx(
    'inline-flex min-h-control items-center justify-center gap-2 rounded-md border px-3.5 py-1 text-center',
    'text-base font-medium transition-colors select-none aria-disabled:opacity-60 *:[svg]:shrink-0',
    // So narrow only where the browser has a larger text.
    'whitespace-nowrap max-[20rem]:whitespace-normal',
    VARIANTS[variant],
    className,
  );

interface Looks {
  variant?: ButtonVariant;
  /** In front of the text. */
  icon?: Icon | false;
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick'>, Looks {
  /** Shows a spinner and ignores clicks; the button keeps its focus. */
  pending?: boolean;
  /** May return a promise: further clicks are ignored until it settles. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
}

/** A button that ignores the second click of a double click. `type` defaults to `button`. */
export function Button({
  variant = 'secondary',
  icon: Icon,
  pending = false,
  disabled = false,
  onClick,
  type = 'button',
  className,
  children,
  ...rest
}: ButtonProps) {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const waits = pending || busy;

  async function press(event: MouseEvent<HTMLButtonElement>) {
    if (waits || disabled || running.current) return event.preventDefault();
    const work = onClick?.(event);
    if (!(work instanceof Promise)) return;
    running.current = true;
    setBusy(true);
    try {
      await work;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return (
    <button
      // Keeps focus in the field: its error on blur would move this button away from the pointer.
      onMouseDown={(event) => type === 'submit' && event.preventDefault()}
      {...rest}
      type={type}
      aria-disabled={waits || disabled || undefined}
      aria-busy={waits || undefined}
      onClick={(event) => void press(event)}
      className={buttonLook(variant, className)}
    >
      {waits ? (
        <LoaderCircle aria-hidden className="appear-late size-4 motion-safe:animate-spin" />
      ) : (
        Icon && <Icon aria-hidden className="size-4" />
      )}
      {children}
    </button>
  );
}

interface LinkButtonProps extends Looks {
  href: string;
  /** Of the new entry in the browser's history. */
  state?: object;
  className?: string;
  children: ReactNode;
}

/** A link to a screen of this site that looks like a button. */
export function LinkButton(props: LinkButtonProps) {
  const { variant = 'secondary', icon: Icon, className, children, ...link } = props;
  return (
    <Link {...link} className={buttonLook(variant, className)}>
      {Icon && <Icon aria-hidden className="size-4" />}
      {children}
    </Link>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label' | 'type'> {
  /** What it does: its accessible name and its title. */
  label: string;
  icon: Icon;
  size?: keyof typeof ICON_SIZES;
}

const ICON_SIZES = { sm: 'size-4', md: 'size-4.5', lg: 'size-5' };

export function IconButton(props: IconButtonProps) {
  const { label, icon: Icon, size = 'lg', className, ...rest } = props;
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        'inline-flex size-control shrink-0 items-center justify-center rounded-md text-ink-soft',
        'transition-colors hover:bg-sunken hover:text-ink disabled:opacity-50',
        className,
      )}
    >
      <Icon aria-hidden className={ICON_SIZES[size]} />
    </button>
  );
}
