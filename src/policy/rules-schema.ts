/** Everything that an operator's rule may speak of. Every attribute is always there: what is not known is `""` or `[]`. */
export const rulesSchema = (actingTools: readonly string[]): string => `\
// Who calls. The id is of one connection; kind is "stdio" or "shell".
entity Caller { kind: String };

// The window that the action is in, its app, and the documents that it shows (frames included).
entity Window {
  app: {
    name: String,
    executable: String,
    desktop_ids: Set<String>,
    sandbox_id: String,
    window_class: String,
  },
  role: String,
  url: String,
  urls: Set<String>,
  hosts: Set<String>,
};

// Every tool that acts is an action of its own.
action "act";
action ${actingTools.map((name) => `"${name}"`).join(', ')} in ["act"] appliesTo {
  principal: Caller,
  resource: Window,
  context: {
    // The way of delivery that is judged, and all that are open so far. A rule about \`tier\` is asked for each.
    tier: String,
    tiers: Set<String>,
    // Of what is pressed.
    label: String,
    // Local time: 0 to 23, and 0 (Sunday) to 6.
    hour: Long,
    weekday: Long,
    confirmed: Bool,
  },
};
`
