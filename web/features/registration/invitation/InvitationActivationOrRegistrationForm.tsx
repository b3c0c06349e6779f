import { getCountryName } from '#shared/countries/country-names.ts'
import '@mantine/core/styles/Skeleton.css'
import { Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { joinText as text } from '#texts/registration.ts'
import type { useInvitationByToken } from '#web/features/registration/registration.api.ts'
import {
  type RegistrationDraft,
  RegistrationForm,
} from '#web/features/registration/sign-up/RegistrationForm.tsx'
import { hasErrorStatus } from '#web/lib/http/api.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { UnusableLinkCard } from '#web/ui/feedback/UnusableLinkCard.tsx'
import { CardSkeleton } from '#web/ui/list/RowsSkeleton.tsx'
import { ActivateAccountForm } from './ActivateAccountForm.tsx'

/** Explains that the invitation link is missing or invalid, or that it could not be checked. */
export function UnusableInvitationLinkNotice({
  token,
  linkQuery: { error, refetch },
}: {
  token: string
  linkQuery: ReturnType<typeof useInvitationByToken>
}) {
  if (token !== '' && !hasErrorStatus(error, 400))
    return <ErrorState error={error} onRetry={() => refetch()} />
  return (
    <UnusableLinkCard
      title={token === '' ? text.noLink : text.unusable}
      text={token === '' ? text.noLinkHelp : text.badLink}
      steps={[
        { label: text.register, to: '/register' },
        { label: text.login, to: '/login' },
      ]}
    />
  )
}

/** Page of an invitation link: activates an account created by another user, or registers an invited applicant. */
export function InvitationActivationOrRegistrationForm({
  token,
  linkTarget,
}: {
  token: string
  linkTarget: ReturnType<typeof useInvitationByToken>['data']
}) {
  const draft = useRef<RegistrationDraft>({})
  if (!linkTarget) return <CardSkeleton lines={8} />
  if (linkTarget.kind === 'account') return <ActivateAccountForm token={token} person={linkTarget} />
  const { country, clubId, clubName, email, invitedBy } = linkTarget
  // The invitation prefills only an empty registration draft, so that the applicant's input is kept.
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
