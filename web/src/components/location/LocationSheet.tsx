import { messages } from '@/lib/messages';
import type { LocationVariant } from '@/state/selectedLocation';
import { BottomSheet } from '../sheet/BottomSheet';
import { LocationChoices } from './LocationChoices';

interface LocationSheetProps {
  /** Charts remember their own location. */
  variant: LocationVariant;
  opened: boolean;
  onClose: () => void;
  /** Offers the row 'All Locations', which clears the selection. */
  allowAll?: boolean;
}

/** Chooses the location that a screen shows. The one that is chosen already does nothing. */
export function LocationSheet({ variant, opened, onClose, allowAll = false }: LocationSheetProps) {
  return (
    <BottomSheet opened={opened} onClose={onClose} title={messages.locations.select}>
      <LocationChoices variant={variant} onChosen={onClose} allowAll={allowAll} />
    </BottomSheet>
  );
}
