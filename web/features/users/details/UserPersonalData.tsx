import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { UserDetail } from '#shared/contracts/users/users.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { formatMaskedIdentityNumber, unreadableIcNumber } from '#shared/ic-number.ts'
import { can, canApproveApplicationOfUser } from '#shared/policies.ts'
import { fieldValueText } from '#texts/field-values.ts'
import { educationLevelLabels } from '#texts/labels.ts'
import { personFieldLabels as labels } from '#texts/person-fields.ts'
import { drawerText as text, usersText } from '#texts/users.ts'
import { useRevealIdentityNumber } from '#web/features/users/users.api.ts'
import { buildTelUrl, formatDate } from '#web/lib/format/format.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { LabelledValue } from '#web/ui/layout/LabelledValue.tsx'

/** Identity card number, masked until the viewer reveals it. The server records each reveal in the audit log. */
function IdentityCardNumber({ user, person }: { user: CurrentUser; person: UserDetail }) {
  const unmask = useRevealIdentityNumber()
  const [fullNumber, setFullNumber] = useState<string | null>()
  const isReadable = person.icNumber !== unreadableIcNumber
  const canUnmask = isReadable && can(user, 'users.unmask', { user: person })
  return (
    <>
      <Group component="span" gap={8}>
        <span className="tabular">{fullNumber ?? formatMaskedIdentityNumber(person.icNumber ?? '')}</span>
        {canUnmask && !fullNumber && (
          <Button
            variant="subtle"
            size="compact-sm"
            // The negative margin keeps the height of the row, although the button's touch target is taller.
            my={-10}
            leftSection={<IconEye size={16} aria-hidden />}
            loading={unmask.isPending}
            onClick={() => unmask.mutate(person.id, { onSuccess: ({ icNumber }) => setFullNumber(icNumber) })}
          >
            {text.unmask}
          </Button>
        )}
      </Group>
      {isReadable && !canUnmask && (
        <Text size="xs" c="dimmed">
          {fieldValueText.restHidden}
        </Text>
      )}
      {canUnmask && !fullNumber && (
        <Text size="xs" c="dimmed">
          {text.unmaskHint}
        </Text>
      )}
    </>
  )
}

/** Person fields shown to administrators below the user's name, email address, role and status. */
export function UserPersonalData({ user, person }: { user: CurrentUser; person: UserDetail }) {
  const { startYear, endYear, educationLevel } = person
  const years = [startYear, endYear].filter(year => year !== null).join(' – ')
  return (
    <Columns component="dl" template="1fr 1fr" gap="12px 16px">
      <LabelledValue label={labels.icNumber} isWide>
        {/* For viewers other than approvers, the server leaves out the number, whether it is stored or not. */}
        {person.icNumber ? (
          <IdentityCardNumber user={user} person={person} />
        ) : (
          !canApproveApplicationOfUser(user, person) && fieldValueText.hidden
        )}
      </LabelledValue>
      <LabelledValue label={usersText.membershipNumber}>{person.membershipNumber}</LabelledValue>
      <LabelledValue label={labels.phone}>
        {person.phone && (
          <Anchor className="lone" href={buildTelUrl(person.phone)}>
            {person.phone}
          </Anchor>
        )}
      </LabelledValue>
      <LabelledValue label={text.age}>{person.age !== null && text.years({ age: person.age })}</LabelledValue>
      <LabelledValue label={usersText.country}>{getCountryName(person.currentCountry)}</LabelledValue>
      <LabelledValue label={labels.clubId}>{person.clubName}</LabelledValue>
      <LabelledValue label={labels.birthState}>{person.birthState}</LabelledValue>
      <LabelledValue label={labels.institution}>{person.institution}</LabelledValue>
      <LabelledValue label={labels.course}>{person.course}</LabelledValue>
      <LabelledValue label={labels.educationLevel}>
        {educationLevel && educationLevelLabels[educationLevel]}
      </LabelledValue>
      <LabelledValue label={text.studyYears}>{years}</LabelledValue>
      <LabelledValue label={usersText.created}>{formatDate(person.createdAt)}</LabelledValue>
      <LabelledValue label={text.approvedAt}>
        {person.approvedAt && formatDate(person.approvedAt)}
      </LabelledValue>
      <LabelledValue label={text.email}>
        {person.isEmailConfirmed ? text.emailConfirmed : text.emailUnconfirmed}
      </LabelledValue>
      <LabelledValue label={labels.socialMedia}>
        {person.socialMedia.length > 0 &&
          person.socialMedia.map(({ platform, url }) => (
            <div key={url}>
              <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow">
                {platform}
              </Anchor>
            </div>
          ))}
      </LabelledValue>
    </Columns>
  )
}
