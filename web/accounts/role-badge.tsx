import { Badge } from '../ui/badge.tsx';

export const RoleBadge = ({ role }: { role: string }) => (
  <Badge tone={role === 'user' ? 'neutral' : 'accent'}>{role}</Badge>
);
