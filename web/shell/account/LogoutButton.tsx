import { Button, type ButtonProps } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { shellText } from '#texts/shell.ts'
import { useLogout } from '#web/features/auth/auth.api.ts'

/** Sign-out button of pages that replace the whole application, such as the consent page. */
export function LogoutButton(props: ButtonProps) {
  const logout = useLogout()
  return (
    <Button
      variant="default"
      leftSection={<IconLogout size={18} aria-hidden />}
      loading={logout.isPending}
      onClick={() => logout.mutate()}
      {...props}
    >
      {shellText.logout}
    </Button>
  )
}
