import { Button } from '@mantine/core';
import { IconBell, IconDevices, IconEdit, IconLock, IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyValue } from '@/components/buttons/CopyValue';
import { AttributeList } from '@/components/list/AttributeList';
import { SettingsList } from '@/components/list/SettingsList';
import { TopBar } from '@/components/navigation/TopBar';
import { LogoutDialog } from '@/components/session/LogoutDialog';
import { messages } from '@/lib/messages';
import { useAppSelector } from '@/state/hooks';
import { OwnPicture } from './OwnPicture';
import classes from './ProfilePage.module.css';

const words = messages.account;

/** The signed-in person. */
export function Component() {
  const user = useAppSelector((state) => state.session.user);
  const [leaving, setLeaving] = useState(false);
  if (!user) return null;
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <>
      <TopBar title={messages.tiles.profile} back="/more" />
      <div className={classes.page}>
        <div className={classes.person}>
          <OwnPicture url={user.profileImage} name={name} size={64} />
          <div className={classes.text}>
            <p className={classes.name}>{name}</p>
            {user.profileDescription && (
              <p className={classes.description}>{user.profileDescription}</p>
            )}
          </div>
        </div>
        <AttributeList
          attributes={[
            { label: messages.profile.name, value: name },
            { label: messages.profile.email, value: user.email },
            {
              label: messages.profile.supportCode,
              value: <CopyValue value={user.uniqueCode} />,
              hint: messages.profile.supportCodeHint,
            },
          ]}
        />
        <SettingsList
          items={[
            {
              icon: IconEdit,
              label: words.edit,
              description: words.editHint,
              to: '/profile/edit',
            },
            {
              icon: IconLock,
              label: words.password,
              description: words.passwordHint,
              to: '/profile/password',
            },
            {
              icon: IconDevices,
              label: words.sessions,
              description: words.sessionsHint,
              to: '/profile/sessions',
            },
            {
              icon: IconBell,
              label: messages.push.title,
              description: messages.push.titleHint,
              to: '/profile/devices',
            },
          ]}
        />
        <Button
          variant="default"
          leftSection={<IconLogout size={20} aria-hidden />}
          onClick={() => setLeaving(true)}
        >
          {messages.auth.logout}
        </Button>
      </div>
      <LogoutDialog opened={leaving} onClose={() => setLeaving(false)} />
    </>
  );
}
