import { getCountryName } from '#shared/countries/country-names.ts'
import '@mantine/core/styles/Skeleton.css'
import { Alert, Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { joinText as text } from '#texts/registration.ts'
import { useInvitationLink } from '#web/features/registration/registration.api.ts'
import {
  type RegistrationDraft,
  RegistrationForm,
} from '#web/features/registration/sign-up/RegistrationForm.tsx'
import { getFailureText, hasErrorStatus } from '#web/lib/http/api.ts'
import { ActivateAccountForm } from './ActivateAccountForm.tsx'

/** Page of an invitation link: activates an account created by others, or registers an invited applicant. */
export function InvitationLinkView({ token }: { token: string }) {
  const linkQuery = useInvitationLink(token)
  const draft = useRef<RegistrationDraft>({})
  if (linkQuery.isPending && token !== '') return <Skeleton height={320} />
  if (linkQuery.error || !linkQuery.data) {
    const isInvalidLink = hasErrorStatus(linkQuery.error, 400)
    return (
      <Stack>
        <Alert color="red" role="alert">
          {isInvalidLink || !linkQuery.error ? text.badLink : getFailureText(linkQuery.error, text.badLink)}
        </Alert>
        <Anchor component={Link} to="/register" className="lone">
          {text.register}
        </Anchor>
      </Stack>
    )
  }
  const linkTarget = linkQuery.data
  if (linkTarget.kind === 'account') return <ActivateAccountForm token={token} person={linkTarget} />
  const { country, clubId, clubName, email, invitedBy } = linkTarget
  // Only an empty registration draft is prefilled, so that the applicant's input is kept.
  if (Object.keys(draft.current).length === 0) {
    draft.current = email ? { email } : {}
  }
  return (
    <Stack>
      <Text>{text.invited({ who: invitedBy, place: clubName ?? getCountryName(country) })}</Text>
      <RegistrationForm kind="quick" draft={draft} isOwn invitation={{ token, country, clubId }} />
    </Stack>
  )
}
