import { Button, type ButtonProps } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { shellText } from '#texts/shell.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { useSignOut } from './use-sign-out.ts'

/** Sign-out button of pages that replace the whole application, such as the consent page. */
export function LogoutButton(props: ButtonProps) {
  const { data: me } = useQuery(currentUserQuery)
  const { signOut, isPending } = useSignOut(me, { canBackUpKeys: false })
  return (
    <Button
      variant="default"
      leftSection={<IconLogout size={18} aria-hidden />}
      loading={isPending}
      onClick={signOut}
      {...props}
    >
      {shellText.logout}
    </Button>
  )
}
