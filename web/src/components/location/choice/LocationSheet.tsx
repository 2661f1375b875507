import { messages } from '@/lib/messages';
import type { LocationVariant } from '@/state/selectedLocation';
import { BottomSheet } from '../../sheet/BottomSheet';
import { LocationChoices } from './LocationChoices';

interface LocationSheetProps {
  /** Charts may show all locations. */
  variant: LocationVariant;
  opened: boolean;
  onClose: () => void;
  /** Offers the row 'All Locations', which clears the selection. */
  allowAll?: boolean;
  /** May veto a change of location, or delay it. */
  beforeChange?: (change: () => void) => void;
}

/** Chooses the location that a screen shows. */
export function LocationSheet({ opened, onClose, ...choices }: LocationSheetProps) {
  return (
    <BottomSheet opened={opened} onClose={onClose} title={messages.locations.select}>
      <LocationChoices onChosen={onClose} {...choices} />
    </BottomSheet>
  );
}
