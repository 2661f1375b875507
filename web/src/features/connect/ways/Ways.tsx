import {
  IconDeviceTablet,
  IconFileUpload,
  IconHistory,
  IconKey,
  IconPlugConnected,
  IconToolsKitchen2,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type SettingsItem, SettingsList } from '@/components/list/SettingsList';
import { LinkLocationForm } from '@/components/location/LinkLocationForm';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { messages } from '@/lib/messages';
import { useLocations } from '@/state/hooks';
import { useOpenSample } from './useOpenSample';
import classes from './Ways.module.css';

const words = messages.connect;

/** The ways, a large row each. */
export function Ways() {
  const { list, loaded } = useLocations();
  const [linking, setLinking] = useState(false);
  const navigate = useNavigate();
  const openSample = useOpenSample();
  const items: SettingsItem[] = [
    {
      icon: IconDeviceTablet,
      label: words.pos,
      description: words.posDetail,
      to: '/admin-configuration/connect/pos',
    },
    {
      icon: IconFileUpload,
      label: words.upload,
      description: words.uploadDetail,
      to: '/admin-configuration/connect/upload',
    },
    {
      icon: IconKey,
      label: words.code,
      description: words.codeDetail,
      action: () => setLinking(true),
    },
  ];
  // What depends on the locations stands last: it moves nothing when they are known.
  const further: SettingsItem[] = [];
  if (loaded && list.length === 0) {
    further.push({
      icon: IconToolsKitchen2,
      label: words.sample,
      description: words.sampleDetail,
      action: () => void openSample(),
    });
  }
  if (list.some(({ isSample }) => !isSample)) {
    further.push({
      icon: IconPlugConnected,
      label: messages.connections.yours,
      description: messages.connections.yoursDetail,
      to: '/admin-configuration/connections',
    });
    further.push({
      icon: IconHistory,
      label: words.imports,
      description: words.importsDetail,
      to: '/admin-configuration/imports',
    });
  }
  return (
    <>
      <SettingsList items={items} />
      {further.length > 0 && <SettingsList items={further} />}
      <BottomSheet opened={linking} onClose={() => setLinking(false)} title={words.code}>
        <p className={classes.sentence}>{messages.locations.linkSentence}</p>
        <LinkLocationForm
          onLinked={() => {
            setLinking(false);
            void navigate('/home');
          }}
        />
      </BottomSheet>
    </>
  );
}
