/** Ways to deliver an action, least intrusive first. Wire names. */
export const tiers = [
  'tier1-ax-action',
  'tier1-ax-attribute',
  'tier2-agent-seat',
  'tier3-posted-event',
  'tier4-global-cursor',
  'tier4-global-keyboard',
  'pasteboard',
  'app-launch',
  'window-manager',
] as const
export type Tier = (typeof tiers)[number]

/** Tiers that move the person's pointer or take their keyboard focus. */
export const isTakeover = (tier: Tier): boolean => tier === 'tier4-global-cursor' || tier === 'tier4-global-keyboard'

/** Why a rung was passed over, or answered that nothing was delivered. Closed list, with the meaning of each. */
export const fallbackReasons = {
  'action-not-advertised': 'The accessible offers no action that means this.',
  'interface-missing': 'The accessible lacks the interface that the rung needs.',
  'element-has-no-frame': 'A point is needed and the accessible has no usable extents.',
  'point-covered': 'Another window lies over the point.',
  'point-outside-window': 'The point is not inside the window.',
  'toolkit-drops-events': 'The toolkit is known to drop events sent this way.',
  'toolkit-takes-focus': 'The toolkit is known to take the focus itself when reached this way.',
  'seat-unavailable': "The agent's own pointer and keyboard are not there.",
  'person-would-be-muted':
    "The person is in a window of Chromium, which hears nothing of their keyboard while the agent's own exists.",
  'key-not-on-layout': 'No key of the layout makes the character.',
  'window-gone': 'The window vanished before anything was sent.',
  'cannot-be-asked': 'The window, its window manager or this desktop has no way to be asked for this.',
  'could-not-start': 'The app could not be started.',
  'clipboard-taken': 'Another app took the clipboard at the same moment; its content was left alone.',
  'tier-not-permitted': "The operator's policy does not permit the tier.",
  'consent-missing': "It would take the person's focus, keyboard or pointer, and the call did not allow that.",
  'global-cursor-requested': 'The call asked for the takeover, so the tiers before it were left out.',
  'wrong-selection': 'This terminal is known to select other text than it is asked to. Mark it by drag.',
  'no-scroll-container': 'No ancestor can scroll.',
  'at-extent': 'The container is already at its end in that direction.',
} as const
export type FallbackReason = keyof typeof fallbackReasons
