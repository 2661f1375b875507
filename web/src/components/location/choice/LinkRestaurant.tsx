import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { messages } from '@/lib/messages';

/** Leads a person without a location to the ways of getting one. */
export function LinkRestaurant() {
  return (
    <Button component={Link} to="/admin-configuration/connect">
      {messages.connect.title}
    </Button>
  );
}
