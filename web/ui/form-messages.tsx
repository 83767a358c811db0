import { CircleCheck, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Announced } from './announced.tsx';

/** An error of a form as a whole, above its button. It comes into view: the button of a dialog is in sight without it. */
export function FormAlert({ children }: { children: ReactNode }) {
  const alert = useRef<HTMLDivElement>(null);
  const isShown = Boolean(children);
  useEffect(() => {
    if (isShown) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    <div ref={alert} role="alert" className="empty:hidden">
      {children && (
        <p className="flex items-start gap-2 rounded-md bg-rejected-soft px-3 py-2 text-sm font-medium text-rejected">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}

export function FormSuccess({ children }: { children: ReactNode }) {
  return (
    <Announced className="empty:hidden">
      {children && (
        <p className="flex items-start gap-2.5 rounded-md bg-approved-soft px-3 py-2 text-base">
          <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-approved" />
          <span>{children}</span>
        </p>
      )}
    </Announced>
  );
}
