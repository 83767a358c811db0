import { useState } from 'react';
import { cx } from '../cx.ts';
import { imageMemory } from './image-memory.ts';
import { typeColours } from './type-colours.ts';

interface SpriteProps {
  /** URLs to try in this order (see web/sales/sprite-sources.ts). */
  sources: readonly string[];
  name: string;
  /** The type of the pokemon, which colours the placeholder. */
  type?: string | null;
  /** Width and height in CSS pixels; the space is reserved from the start. */
  size: number;
  /** The name is not shown next to it, so the picture carries it for screen readers. */
  describes?: boolean;
}

/**
 * An external image over a placeholder with the initial of the name. When an image fails, the next URL is tried,
 * and in the end the placeholder stays. A dead host leaves no gap and is not requested by further images.
 */
export function Sprite({ sources, name, type, size, describes = false }: SpriteProps) {
  const [requested, setRequested] = useState<string>();
  const [loaded, setLoaded] = useState<string | null>(null);
  imageMemory.changes.use();
  const source = imageMemory.choose(sources, requested);
  if (source !== requested) setRequested(source);
  return (
    <span translate="no" className="relative inline-block shrink-0" style={{ width: size, height: size }}>
      {loaded !== source && <Plate name={name} type={type} label={describes && !source ? name : undefined} />}
      {source && (
        <img
          key={source}
          src={source}
          alt={describes ? name : ''}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onLoad={() => {
            imageMemory.loaded(source);
            setLoaded(source);
          }}
          onError={() => {
            imageMemory.failed(source);
            setRequested(undefined);
          }}
          className={cx(
            'absolute inset-0 size-full object-contain transition-opacity [image-rendering:pixelated]',
            loaded === source ? 'opacity-100' : 'opacity-0',
          )}
        />
      )}
    </span>
  );
}

function Plate({ name, type, label }: Pick<SpriteProps, 'name' | 'type'> & { label: string | undefined }) {
  return (
    <svg
      viewBox="0 0 40 40"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      {...typeColours(type)}
      // Clipped ones would all be painted again when the rows of a list move.
      className="absolute inset-0 size-full overflow-visible"
    >
      <circle
        cx="20"
        cy="20"
        r="17"
        className={type ? 'fill-(--type-fill) stroke-(--type-mark)' : 'fill-sunken stroke-line-strong'}
        strokeDasharray={type ? undefined : '2.5 2.5'}
      />
      <text
        x="20"
        y="25.5"
        textAnchor="middle"
        fontSize="15"
        fontWeight="600"
        className={type ? 'fill-(--type-ink)' : 'fill-ink-faint'}
      >
        {[...name.trim()][0]?.toUpperCase()}
      </text>
    </svg>
  );
}
