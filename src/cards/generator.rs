use rand_mt::Mt;

use super::ForeignDeal;

/// The random number generator of another program.
#[derive(Clone, Debug)]
pub(super) struct Generator {
    kind: Kind,
    /// How many numbers were drawn.
    drawn: u64,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Generator A of [`ForeignDeal`].
    Congruential { seed: u64, x: u64 },
    /// Generator B.
    Twister(Box<Mt>),
}

impl Generator {
    pub(super) fn new(deal: ForeignDeal) -> Generator {
        let low = |number: u128| u32::try_from(number & 0xffff_ffff).unwrap_or(u32::MAX);
        let kind = if deal.is_congruential() {
            Kind::Congruential {
                seed: u64::try_from(deal.number()).unwrap_or(u64::MAX),
                x: u64::from(low(deal.number())),
            }
        } else {
            let words = std::iter::successors(Some(deal.number()), |number| Some(number >> 32));
            let words = words.take_while(|&number| number > 0);
            Kind::Twister(Box::new(Mt::new_with_key(words.map(low))))
        };
        Generator { kind, drawn: 0 }
    }

    /// How many numbers were drawn, which identifies the state.
    pub(super) fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Draws a number of 0 to `highest`.
    pub(super) fn up_to(&mut self, highest: usize) -> usize {
        self.drawn += 1;
        match &mut self.kind {
            Kind::Congruential { seed, x } => {
                *x = (*x * 214_013 + 2_531_011) & ((1 << 33) - 1);
                let high = *x >> 16;
                let number = match *seed {
                    0..0x8000_0000 => high & 0x7fff,
                    0x8000_0000..=0xffff_ffff => (high & 0x7fff) | 0x8000,
                    _ => (high & 0xffff) + 1,
                };
                usize::try_from(number).unwrap_or(usize::MAX) % (highest + 1)
            }
            Kind::Twister(twister) => {
                let (a, b) = (twister.next_u32() >> 5, twister.next_u32() >> 6);
                let fraction = (f64::from(a) * 67_108_864.0 + f64::from(b)) / 2f64.powi(53);
                scale(fraction, highest + 1)
            }
        }
    }
}

/// The integer part of a fraction of `n`.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the count of some cards is exact, and a fraction of it is not negative and below it"
)]
fn scale(fraction: f64, n: usize) -> usize {
    (fraction * n as f64) as usize
}
