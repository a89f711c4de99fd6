import type { AppPattern } from './app-pattern.ts'

const executables = (...names: readonly string[]): AppPattern[] => names.map((executable) => ({ executable }))
const ids = (...names: readonly string[]): AppPattern[] =>
  names.flatMap((id) => [{ desktop_id: id }, { sandbox_id: id }, { window_class: id }])
const classes = (...names: readonly string[]): AppPattern[] => names.map((window_class) => ({ window_class }))

/**
 * Denied unless the operator allows them: what keeps secrets, moves money, or asks the person for a password. By what the
 * system says of a process first; by window class where a shared interpreter or runtime hides it.
 */
export const builtinDenied: readonly AppPattern[] = [
  // Password managers
  ...executables('keepassxc', 'keepass*', 'kpcli', '1password', 'bitwarden', 'enpass', 'dashlane', 'nordpass'),
  ...executables(
    'proton-pass',
    'protonpass',
    'buttercup*',
    'qtpass',
    'gopass*',
    'lastpass*',
    'secrets',
    'passwordsafe',
  ),
  ...classes(
    'KeePassXC',
    'KeePass2',
    '1Password',
    'Bitwarden',
    'Enpass',
    'Proton Pass',
    'NordPass',
    'Buttercup',
    'QtPass',
  ),
  ...ids('org.keepassxc.KeePassXC', 'com.bitwarden.desktop', 'com.onepassword.OnePassword', 'me.proton.Pass'),
  ...ids('org.gnome.World.Secrets', 'com.belmoussaoui.Authenticator', 'io.enpass.Enpass', 'org.qtpass.QtPass'),
  ...['keepassxc', 'bitwarden', '1password', 'proton-pass', 'enpass'].map((sandbox_id) => ({ sandbox_id })),
  // Key rings and what asks for their passwords
  ...executables('seahorse', 'gcr-prompter', 'gcr4-ssh-askpass', 'gcr-ssh-agent', 'gcr-viewer', 'gnome-keyring*'),
  ...executables('kwalletd*', 'kwalletmanager*', 'kleopatra', 'pinentry*', '*ssh-askpass*', 'ksshaskpass'),
  ...ids('org.gnome.seahorse.Application', 'org.kde.kwalletmanager5', 'org.kde.kwalletmanager', 'org.kde.kleopatra'),
  // Polkit agents and the like: a person's password makes them act as root
  ...executables('polkit-*-authentication-agent-1', 'polkit-agent-helper-1', 'lxpolkit', 'xfce-polkit', 'mate-polkit'),
  ...executables('lxqt-policykit-agent', 'lxqt-sudo', 'polkit-dumb-agent', 'gksu*', 'kdesu*', 'pkexec', 'soteria'),
  // Wallets
  ...executables(
    'electrum*',
    'exodus',
    'sparrow',
    'bitcoin-qt',
    'monero-wallet-gui',
    'wasabi*',
    'wassabee',
    'ledger-live*',
    'ledger-wallet*',
  ),
  ...executables(
    'trezor-suite*',
    'atomic*wallet*',
    'feather',
    'litecoin-qt',
    'dogecoin-qt',
    'armory',
    'specter-desktop',
  ),
  ...classes('Electrum', 'Exodus', 'Sparrow', 'Bitcoin-Qt', 'Ledger Live', 'Ledger Wallet', 'Trezor Suite'),
  ...ids(
    'org.electrum.electrum',
    'com.ledger.LedgerLive',
    'com.ledger.live',
    'com.sparrowwallet.sparrow',
    'io.exodus.Exodus',
  ),
  ...ids('org.getmonero.Monero', 'org.featherwallet.Feather', 'io.trezor.TrezorSuite'),
]
