import { IconFileUpload, IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { FloatingActionButton } from '@/components/buttons/FloatingActionButton';
import { SettingsList } from '@/components/list/SettingsList';
import { LinkLocationForm } from '@/components/location/LinkLocationForm';
import { TopBar } from '@/components/navigation/TopBar';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { PageError } from '@/components/placeholder/PageError';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import { useLocations } from '@/state/hooks';
import { LocationCard } from './LocationCard';
import classes from './RestaurantLocation.module.css';

const { connect, imports, locations, pages, views } = messages;

/** The linked locations: their attributes and access. */
export function Component() {
  const { list, loaded, loading, failed, error, refetch } = useLocations();
  const [linking, setLinking] = useState(false);
  return (
    <>
      <TopBar title={pages.restaurantLocation} back="/more" />
      <div className={classes.page}>
        {failed && (
          <PageError
            error={error}
            text={views.failed}
            onRetry={refetch}
            secondary={list.length > 0}
          />
        )}
        {loading && list.length === 0 && <ListSkeleton rows={3} />}
        {loaded && list.length === 0 && <EmptySection text={locations.none} />}
        <ul className={classes.list}>
          {list.map((location) => (
            <li key={location.posID}>
              <LocationCard location={location} />
            </li>
          ))}
        </ul>
        <div className={classes.further}>
          <SettingsList
            items={[
              {
                icon: IconPlugConnected,
                label: connect.title,
                description: connect.hint,
                to: '/admin-configuration/connect',
              },
              {
                icon: IconFileUpload,
                label: imports.title,
                description: imports.hint,
                to: '/admin-configuration/imports',
              },
            ]}
          />
        </div>
      </div>
      <FloatingActionButton
        icon={IconPlus}
        label={locations.linkAnother}
        onClick={() => setLinking(true)}
      />
      <BottomSheet opened={linking} onClose={() => setLinking(false)} title={locations.linkTitle}>
        <p className={classes.sentence}>{locations.linkSentence}</p>
        <LinkLocationForm onLinked={() => setLinking(false)} />
      </BottomSheet>
    </>
  );
}
