import { IconLogout } from '@tabler/icons-react';
import { messages } from '@/lib/messages';
import { useSignOut } from '@/state/session/useSignOut';
import { ConfirmDialog } from '../dialog/ConfirmDialog';

/** Asks before signing out. */
export function LogoutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { signOut, busy } = useSignOut();
  return (
    <ConfirmDialog
      opened={opened}
      icon={IconLogout}
      header={messages.auth.logout}
      description={messages.auth.logoutQuestion}
      accept={messages.auth.logout}
      busy={busy}
      onAccept={signOut}
      onReject={onClose}
    />
  );
}
