import { describe, expect, test } from 'vitest'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import {
  describeConversation,
  type GroupClaim,
  type KnownConversations,
  replaceServerGroupDataByVerifiedData,
  replaceServerGroupListByVerifiedData,
} from './describe-conversation.ts'

const me = { id: 1, currentCountry: 'Japan', clubId: 4 }
const trust: KnownConversations = { pins: {}, groups: {} }
const siti = { id: 2, fullName: 'Siti', profileImageUrl: null }
const mei = { id: 3, fullName: 'Mei', profileImageUrl: null }

const claim = (changes: Partial<GroupClaim>): GroupClaim => ({
  ...{ id: 10, name: 'Nama', type: 'custom', clubId: null, country: null },
  ...{ direct: false, encrypted: true, peer: null },
  ...changes,
})
const country = claim({ id: 20, type: 'country', country: 'Japan', encrypted: false, name: 'Apa sahaja' })
const club = claim({
  id: 21,
  type: 'club',
  clubId: 4,
  country: 'Japan',
  encrypted: false,
  name: 'Kelab Tokyo',
})
const world = claim({ id: 22, type: 'global', encrypted: false, name: 'Apa sahaja' })
const direct = claim({ id: 10, direct: true, peer: siti, name: 'Siti' })

const describeWith = (groups: KnownConversations['groups'], claimed: GroupClaim, listed = [claimed]) =>
  describeConversation({ me, trust: { ...trust, groups } }, claimed, listed)

describe('describeConversation', () => {
  test('describeConversation permits plaintext only in the global group and in the groups of the country and the club of the user, and ignores the names that the server sends', () => {
    const listed = [country, club, world, direct]
    const described = listed.map(each => describeConversation({ me, trust }, each, listed))
    expect(described.map(({ mode, name, permit }) => [mode, name, permit?.groupId])).toEqual([
      ['plaintext', 'Japan', 20],
      ['plaintext', 'Kelab Tokyo', 21],
      ['plaintext', 'Perantau Sedunia', 22],
      ['encrypted', 'Siti', undefined],
    ])
    // The name of a club group says that it is a club, so that it cannot look like a person.
    expect(describeWith({}, { ...club, name: 'Siti' }).name).toBe('Kelab Siti')
  })

  test('describeConversation permits no plaintext before the trust record (pinned keys of other users) is loaded', () => {
    expect(describeConversation({ me }, country, [country])).not.toHaveProperty('permit')
  })

  test.each(['country', 'global', 'club'] as const)(
    'describeConversation keeps a direct conversation and a custom group encrypted when the server relabels them as %s group',
    type => {
      const lie = { type, encrypted: false, direct: false, peer: null, clubId: 4, country: 'Japan' as const }
      for (const known of [{ kind: 'direct', peer: 2 }, { kind: 'custom' }, { isClub: false }] as const) {
        const described = describeWith({ 10: known }, claim(lie))
        expect(described).toMatchObject({ mode: 'encrypted' })
        expect(described.refusal).toMatch(/relabelled|peer-unknown/)
        expect(described).not.toHaveProperty('permit')
      }
    },
  )

  test('describeConversation rejects a second country group, and all country groups if the server lists several before the device has opened one', () => {
    const second = { ...country, id: 10 }
    const listed = [country, second]
    for (const each of listed) expect(describeWith({}, each, listed)).toMatchObject({ mode: 'refused' })
    const remembered = { me, trust: { ...trust, slots: { 'country Japan': 20 } } }
    expect(describeConversation(remembered, country, listed)).toMatchObject({ mode: 'plaintext' })
    expect(describeConversation(remembered, second, listed)).toMatchObject({
      mode: 'refused',
      refusal: 'second',
    })
    // The remembered group of a country stays its only group, even when the server hides it.
    expect(describeConversation(remembered, second, [second])).toMatchObject({ mode: 'refused' })
  })

  test('describeConversation refuses groups of other countries and clubs', () => {
    const foreign = [
      { ...country, country: 'Germany' as const },
      { ...club, clubId: 5 },
      { ...club, clubId: null },
    ]
    for (const each of foreign)
      expect(describeWith({}, each)).toMatchObject({ mode: 'refused', refusal: 'foreign' })
  })

  test('describeConversation refuses a plaintext club group when the device knows an encrypted group of that club', () => {
    const sealed = { ...club, id: 30, type: 'custom' as const }
    expect(describeWith({ 30: { kind: 'club' } }, club, [club, sealed])).toMatchObject({ mode: 'refused' })
    expect(describeWith({ 21: { kind: 'club' } }, club)).toMatchObject({ mode: 'encrypted', kind: 'club' })
  })

  test('describeConversation does not show a name that the server claims for a user whose keys this device does not know', () => {
    const anonymous = { ...direct, peer: null, name: 'Mei' }
    expect(describeWith({}, anonymous)).toMatchObject({ name: 'Bekas ahli', refusal: 'peer-unknown' })
    expect(describeWith({ 10: { kind: 'direct', peer: 2 } }, anonymous)).toMatchObject({
      name: 'Bekas ahli',
      refusal: 'peer-unknown',
    })
    const named = { ...trust, pins: { 2: { name: { name: 'Siti Aminah' } } }, groups: { 10: { peer: 2 } } }
    expect(describeConversation({ me, trust: named }, anonymous, [anonymous])).toMatchObject({
      name: 'Siti Aminah',
      peerId: 2,
    })
  })

  test('a conversation whose peer the server replaced refuses to send and shows the signed name of the known peer', () => {
    const named = {
      pins: { 2: { name: { name: 'Siti Aminah' } }, 3: { name: { name: 'Mei' } } },
      groups: { 10: { kind: 'direct' as const, peer: 2 } },
    }
    const lie = { ...direct, peer: mei, name: 'Mei' }
    expect(describeConversation({ me, trust: named }, lie, [lie])).toMatchObject({
      name: 'Siti Aminah',
      peerId: 2,
      refusal: 'another-peer',
    })
  })
})

test('replaceServerGroupDataByVerifiedData replaces the kind, peer, name and encryption that the server states for a group', () => {
  const lie = {
    ...claim({ type: 'country', country: 'Japan', encrypted: false, name: 'Mei', peer: mei }),
    memberCount: 2,
  } as GroupRow
  const known = { ...trust, pins: { 2: { name: { name: 'Siti' } } } }
  const verified = { me, trust: { ...known, groups: { 10: { kind: 'direct' as const, peer: 2 } } } }
  const [row] = replaceServerGroupListByVerifiedData(verified, [lie])
  expect(row).toMatchObject({
    ...{ type: 'custom', direct: true, encrypted: true, name: 'Siti' },
    peer: { id: 2, fullName: 'Siti', profileImageUrl: null },
  })
  expect(row).toEqual(replaceServerGroupDataByVerifiedData(lie, describeConversation(verified, lie, [lie])))
})

test('replaceServerGroupListByVerifiedData names the sender of the last message of an encrypted group by the signed name', () => {
  const sent = { senderId: 2, sender: { fullName: 'Mei', profileImageUrl: null } }
  const withMessage = (group: GroupClaim) =>
    ({ ...group, memberCount: 2, lastMessage: sent }) as unknown as GroupRow
  const verified = { me, trust: { ...trust, pins: { 2: { name: { name: 'Siti' } } } } }
  const described = replaceServerGroupListByVerifiedData(verified, [
    withMessage(claim({})),
    withMessage(country),
  ])
  expect(described.map(({ lastMessage }) => lastMessage?.sender.fullName)).toEqual(['Siti', 'Mei'])
  const [unknown] = replaceServerGroupListByVerifiedData({ me, trust }, [withMessage(claim({}))])
  expect(unknown?.lastMessage?.sender.fullName).toBe('Mei')
})
