import { Button } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { startGoogleSignIn } from '#shared/contracts/auth/auth.endpoints.ts'
import { buildEndpointUrl } from '#web/lib/http/api.ts'

/** Link to Google's sign-in page. `redirect` is the path to which the user returns afterwards. */
export function GoogleSignInPageLink({
  label,
  redirect,
  purpose,
  size = 'md',
}: {
  label: string
  redirect?: string
  purpose?: 'confirm'
  size?: 'sm' | 'md'
}) {
  return (
    <Button
      component="a"
      href={buildEndpointUrl(startGoogleSignIn, { query: { purpose, redirect } })}
      variant="default"
      size={size}
      leftSection={<IconBrandGoogle size={18} aria-hidden />}
    >
      {label}
    </Button>
  )
}
