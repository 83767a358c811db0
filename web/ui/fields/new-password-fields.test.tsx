import { render, screen } from '@testing-library/react';
import { it, onTestFinished } from 'vitest';
import { PASSWORD_META } from '../../../src/contract/accounts/password-rules.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

function show(password: string) {
  const wiring = { value: password, onChange: () => undefined };
  const typed = { password, username: 'ash' };
  render(<NewPasswordFields label="Password" password={wiring} confirmation={wiring} typed={typed} />);
}

it('asks for the length that the server accepts', () => {
  show('');
  screen.getByText('At least 6 characters.');
});

it('asks for a longer one when the operator has raised the length', async () => {
  const meta = Object.assign(document.createElement('meta'), { name: PASSWORD_META, content: '12' });
  document.head.append(meta);
  onTestFinished(() => meta.remove());
  show('');
  screen.getByText('At least 12 characters.');
  show('gym-leader');
  await screen.findByText('Password must be at least 12 characters long');
});
