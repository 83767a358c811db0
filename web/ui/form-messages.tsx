import { CircleCheck, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Announced } from './announced.tsx';
import { TONES } from './badge.tsx';
import type { Icon } from './button.tsx';
import { cx } from './cx.ts';

interface NoticeProps {
  tone: 'pending' | 'rejected';
  icon?: Icon;
  children: ReactNode;
}

/** A warning or an error in a tinted box. */
export const Notice = ({ tone, icon: Icon = TriangleAlert, children }: NoticeProps) => (
  <p className={cx('tinted flex items-start gap-2 text-sm font-medium', TONES[tone])}>
    <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
    <span>{children}</span>
  </p>
);

/** An error of a form as a whole, above its button. It comes into view: the button of a dialog is in sight without it. */
export function FormAlert({ children }: { children: ReactNode }) {
  const alert = useRef<HTMLDivElement>(null);
  const isShown = Boolean(children);
  useEffect(() => {
    if (isShown) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    <div ref={alert} role="alert" className="empty:hidden">
      {children && <Notice tone="rejected">{children}</Notice>}
    </div>
  );
}

export function FormSuccess({ children }: { children: ReactNode }) {
  return (
    <Announced className="empty:hidden">
      {children && (
        <p className="tinted flex items-start gap-2.5 bg-approved-soft text-base">
          <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-approved" />
          <span>{children}</span>
        </p>
      )}
    </Announced>
  );
}
