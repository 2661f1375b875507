import { IconBuildingStore } from '@tabler/icons-react';
import { SettingsList } from '@/components/list/SettingsList';
import { TopBar } from '@/components/navigation/TopBar';
import { messages } from '@/lib/messages';
import page from '../../Connect.module.css';
import { posSystems } from './posSystems';

const words = messages.connectPos;

/** /admin-configuration/connect/pos: the POS systems that can be connected. */
export function PosPage() {
  return (
    <>
      <TopBar title={words.title} back="/admin-configuration/connect" />
      <div className={page.page}>
        <p className={page.sentence}>{words.sentence}</p>
        <SettingsList
          items={posSystems.map((pos) => ({
            icon: IconBuildingStore,
            label: messages.connections.names[pos],
            description: words.details[pos],
            to: `/admin-configuration/connect/pos/${pos}`,
          }))}
        />
      </div>
    </>
  );
}
