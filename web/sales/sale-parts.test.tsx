import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { proofOf } from '../../src/contract/sale/proof.ts';
import { ListedProof } from './sale-parts.tsx';

it.each(['https://www.forums.example.org/thread/1', 'https://m.imgur.com/a.png'])(
  'names the host of the proof %s as lists of sales with the same proof do',
  (url) => {
    render(<ListedProof url={url} saleId={12} withHost />);
    const { host } = proofOf(url);
    expect(host).not.toMatch(/^(?:www|m)\./);
    expect(
      screen.getByRole('link', { name: `Proof of sale 12 at ${host}, opens in a new tab` }).textContent,
    ).toBe(host);
  },
);
