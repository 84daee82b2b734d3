//! The checker of certificates: no bytes make it panic, and none make it accept a winnable deal
//! as lost.
use patience_check::check;
use patience_core::certificate;

/// Winnable deals.
const CAN_BE_WON: &[(&str, &str)] = &[
    ("gaps", "2C -- 3C / -- 2H 3H"),
    ("gaps", "2C 3C -- 4C / -- 3H 4H 2H"),
    ("gaps", "2C 3C -- -- / 2H 4C 3H 4H"),
    ("gaps+fixed-suits", "-- 2C 3C / 2H -- 3H"),
    ("gaps+fixed-twos", "-- 2C 3C / 2H -- 3H"),
    ("birds", "2C 3D -- -- / 3C -- -- -- / -- -- -- -- / -- -- -- --"),
    ("cohesion", "A.A/.../B.B"),
    ("tiles", "a..A/.#../b..B"),
];

/// Feeds one input to the target; panics on a fault.
pub fn feed(data: &[u8]) {
    let _ = check(data);
    let [deal, kind, body @ ..] = data else { return };
    let (game, board) = CAN_BE_WON[usize::from(*deal) % CAN_BE_WON.len()];
    let kind = b"PCOT"[usize::from(*kind) % 4];
    if let Ok(verified) = check(&certificate(kind, game, board, body)[..]) {
        assert_ne!(verified.claim, "lost", "{game}: {board}");
    }
}
