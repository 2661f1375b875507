import { Avatar, Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyValue } from '@/components/buttons/CopyValue';
import { AttributeList } from '@/components/list/AttributeList';
import { TopBar } from '@/components/navigation/TopBar';
import { LogoutDialog } from '@/components/session/LogoutDialog';
import { messages } from '@/lib/messages';
import { useAppSelector } from '@/state/hooks';
import classes from './ProfilePage.module.css';

/** Who is signed in. */
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
          <Avatar src={user.profileImage} name={name} size={64} radius="50%" color="brand" alt="" />
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
