import { IconUnlink } from '@tabler/icons-react';
import { failureText, type Location, useUnlinkRestaurantMutation } from '@/api';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';

const { locations } = messages;

interface UnlinkDialogProps {
  location: Location;
  opened: boolean;
  onClose: () => void;
}

/** Asks before a location is unlinked: coming back needs another code. */
export function UnlinkDialog({ location, opened, onClose }: UnlinkDialogProps) {
  const [unlink, { isLoading }] = useUnlinkRestaurantMutation();
  const accept = async () => {
    try {
      await unlink({ locationRequest: { posID: location.posID } }).unwrap();
      showToast({ severity: 'success', detail: locations.unlinked });
      onClose();
    } catch (error) {
      onClose();
      showToast({ severity: 'error', detail: failureText(error, locations.unlinkFailed) });
    }
  };
  return (
    <ConfirmDialog
      sends
      opened={opened}
      icon={IconUnlink}
      header={location.name}
      description={`${locations.unlinkQuestion} ${locations.unlinkDetail}`}
      accept={locations.unlink}
      busy={isLoading}
      onAccept={() => void accept()}
      onReject={onClose}
    />
  );
}
