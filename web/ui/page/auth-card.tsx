import { type ReactNode, useRef } from 'react';
import { useArrival } from '../hooks/use-arrival.ts';
import { Brand } from './brand.tsx';
import { ThemeMenu } from './theme-menu.tsx';

interface AuthCardProps {
  /** Changes with each step of the screen; the focus follows it. */
  title: string;
  children: ReactNode;
  /** Links to other screens, below the card. */
  aside: ReactNode;
}

/** One card without the common layout, for sign-in, registration and password reset. At the top, so that errors do not move it. */
export function AuthCard({ title, children, aside }: AuthCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival(heading, title);
  return (
    <main className="flex grow flex-col items-center px-4 pt-4 pb-10 md:pt-[12vh]">
      <div className="w-full max-w-card">
        <div className="mb-3 flex items-center justify-between">
          <Brand />
          <ThemeMenu />
        </div>
        <div className="framed shadow-low">
          <div className="px-6 pt-5 pb-7 md:px-8">
            <h1 ref={heading} tabIndex={-1} className="mb-5 text-xl font-semibold tracking-tight">
              {title}
            </h1>
            {children}
          </div>
        </div>
        <p className="mt-4 text-center text-base text-ink-soft">{aside}</p>
      </div>
    </main>
  );
}
