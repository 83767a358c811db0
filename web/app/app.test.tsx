import { act, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { confirmation } from '../lib/server/confirmation.ts';
import { NoConfirmation } from './app.tsx';

it('refuses requests, also one from before it appeared', async () => {
  const early = confirmation.ask('');
  render(<NoConfirmation />);
  await expect(early).resolves.toBe(false);
  await expect(act(() => confirmation.ask(''))).resolves.toBe(false);
});
