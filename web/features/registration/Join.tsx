import '@mantine/core/styles/Skeleton.css'
import { Alert, Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { failureText, hasStatus } from '#web/lib/api.ts'
import { JoinForm } from './JoinForm.tsx'
import { type Draft, RegistrationForm } from './RegistrationForm.tsx'
import { useJoinLook } from './registration.api.ts'
import { joinText as text } from './registration.text.ts'

/** What a link leads to: one's own account, or a form for a place to which one was invited. */
export function Join({ token }: { token: string }) {
  const look = useJoinLook(token)
  const draft = useRef<Draft>({})
  if (look.isPending && token !== '') return <Skeleton height={320} />
  if (look.error || !look.data) {
    const isBad = hasStatus(look.error, 400)
    return (
      <Stack>
        <Alert color="red" role="alert">
          {isBad || !look.error ? text.badLink : failureText(look.error, text.badLink)}
        </Alert>
        <Anchor component={Link} to="/register" className="lone">
          {text.register}
        </Anchor>
      </Stack>
    )
  }
  const found = look.data
  if (found.kind === 'account') return <JoinForm token={token} person={found} />
  const { country, clubId, clubName, email, invitedBy } = found
  // The first time only: what is typed afterwards stays.
  if (Object.keys(draft.current).length === 0) {
    draft.current = email ? { email } : {}
  }
  return (
    <Stack>
      <Text>{text.invited(invitedBy, clubName ?? country)}</Text>
      <RegistrationForm kind="quick" draft={draft} isOwn invitation={{ token, country, clubId }} />
    </Stack>
  )
}
