import { Box, Flex, Group } from '@mantine/core'
import type { MembershipCardData } from '#shared/contracts/cards/cards.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { cardText as text } from '#texts/cards.ts'
import { orgName } from '#web/lib/document/branding.ts'
import { formatMonthAndYear } from '#web/lib/format/format.ts'
import { AppLogo } from '#web/ui/media/AppLogo.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { QrCode } from '#web/ui/media/QrCode.tsx'
import styles from './MembershipCard.module.css'

export type MembershipCardFace = Pick<
  MembershipCardData,
  'fullName' | 'clubName' | 'currentCountry' | 'profileImageUrl' | 'approvedAt'
> & {
  membershipNumber: string | null
  /** URL in the QR code of the membership card; undefined while it is loading, or when the member has no card. */
  address?: string
}

/** Membership card in bank card size. With `isPrinted`, printing the page prints only this card. */
export function MembershipCard({ face, isPrinted }: { face: MembershipCardFace; isPrinted?: boolean }) {
  const { fullName, membershipNumber, clubName, currentCountry, approvedAt, address } = face
  return (
    <Box
      component="article"
      pos="relative"
      maw={420}
      c="white"
      style={{ overflow: 'hidden' }}
      className={styles.card}
      aria-label={text.card}
      data-printed={isPrinted || undefined}
    >
      <Flex component="header" gap={10} align="center">
        <AppLogo size={30} kite="var(--mantine-color-white)" />
        <Box component="span" flex={1} fw={700}>
          {orgName}
        </Box>
        <Box
          component="span"
          py={2}
          px={10}
          bd="1px solid var(--mantine-color-emas-3)"
          bdrs={99}
          c="emas.2"
          fz={12}
          fw={600}
        >
          {text.member}
        </Box>
      </Flex>
      <Group gap={16} wrap="nowrap" miw={0}>
        <Box component="span" flex="none" p={3} bdrs={14} bg="white" className={styles.photo}>
          <PersonAvatar person={face} size={64} isSquare />
        </Box>
        <Box miw={0}>
          <p className={styles.name}>{fullName}</p>
          {clubName && (
            <Box component="p" fw={600}>
              {clubName}
            </Box>
          )}
          {currentCountry && <p>{getCountryName(currentCountry)}</p>}
        </Box>
      </Group>
      <Flex
        component="footer"
        gap={16}
        align="end"
        justify="space-between"
        pos="relative"
        style={{ zIndex: 1 }}
      >
        <div>
          <Box component="p" fw={700} lts="0.06em" className={`tabular ${styles.number}`}>
            {membershipNumber ?? text.none}
          </Box>
          {approvedAt && <p>{text.since({ month: formatMonthAndYear(approvedAt) })}</p>}
        </div>
        {membershipNumber && (
          <span className={styles.code}>
            {address && <QrCode text={address} label={text.code} fillsFrame />}
          </span>
        )}
      </Flex>
    </Box>
  )
}
