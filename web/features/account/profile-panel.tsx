import { AddressForm } from './address-form.tsx';
import { Panel, Section } from './panel.tsx';

/** The account itself: its address. */
export function ProfilePanel() {
  return (
    <Panel>
      <Section title="Email address" about="For signing in, for a forgotten password and for warnings.">
        <AddressForm />
      </Section>
    </Panel>
  );
}
