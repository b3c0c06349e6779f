import { Anchor, Card, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Profile } from '#shared/contracts/profile/profile.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { formatMaskedIdentityNumber } from '#shared/ic-number.ts'
import { roleLabels } from '#texts/labels.ts'
import { personFieldLabels as labels } from '#texts/person-fields.ts'
import { profileText as text } from '#texts/profile.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { LabelledValue } from '#web/ui/layout/LabelledValue.tsx'
import { EmailAddress } from '#web/ui/media/EmailAddress.tsx'

/** Profile data that administrators have set, and the email address, which is changed in the settings. */
export function ProfileCard({ profile }: { profile: Profile }) {
  const { membershipNumber, role, currentCountry, clubName, icNumber, age, birthState } = profile
  const facts = [
    [labels.membershipNumber, membershipNumber],
    [labels.role, roleLabels[role]],
    [text.country, getCountryName(currentCountry)],
    [labels.clubId, clubName],
    [labels.icNumber, icNumber && formatMaskedIdentityNumber(icNumber)],
    [text.age, age],
    [labels.birthState, birthState],
  ] as const
  return (
    <Card component="section" aria-label={text.identity}>
      <Title order={2} size="h4">
        {text.identity}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="lg">
        {text.identityHelp}
      </Text>
      <Columns component="dl" template="repeat(2, minmax(0, 1fr))" gap="14px 20px" mb={14}>
        {facts.map(
          ([label, value]) =>
            value && (
              <LabelledValue key={label} label={label}>
                {value}
              </LabelledValue>
            ),
        )}
      </Columns>
      <dl>
        <LabelledValue label={labels.email}>
          <Group justify="space-between" gap="4px 12px">
            <span>
              <EmailAddress address={profile.email} />
            </span>
            <Anchor component={Link} to="/settings" size="sm" className="lone">
              {text.changeEmail}
            </Anchor>
          </Group>
        </LabelledValue>
      </dl>
    </Card>
  )
}
