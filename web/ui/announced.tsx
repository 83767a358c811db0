import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { announce, SETTLED_MS } from './live-region.tsx';

/** The text of an element as screen readers read it. */
function readText(node: Node): string {
  if (node instanceof Element && node.getAttribute('aria-hidden') === 'true') return '';
  if (node instanceof Text) return node.data;
  return [...node.childNodes].map(readText).join(' ');
}

interface AnnouncedProps extends Omit<ComponentProps<'div'>, 'ref'> {
  /** Read before the text, where the text does not name its subject. */
  subject?: string;
  as?: 'div' | 'p' | 'span';
  children: ReactNode;
}

/** An element whose text is announced when it appears and when it changes. */
export function Announced({ subject, as: Tag = 'div', children, ...rest }: AnnouncedProps) {
  const place = useRef<HTMLElement | null>(null);
  const announced = useRef('');
  const speak = useEffectEvent((text: string) => {
    if (text === announced.current) return;
    announced.current = text;
    if (text) announce(subject ? `${subject}: ${text}` : text);
  });
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout>;
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => speak(readText(element).replaceAll(/\s+(?=\s|[.,:;]|$)|^\s+/g, '')),
        SETTLED_MS,
      );
    };
    settle();
    const observer = new MutationObserver(settle);
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
  return (
    <Tag
      {...rest}
      ref={(element: HTMLElement | null) => {
        place.current = element;
      }}
      data-announced={subject ?? ''}
    >
      {children}
    </Tag>
  );
}
