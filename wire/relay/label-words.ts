// Words of device labels (C20): an adjective and a noun, short and friendly, none in both lists. Words may be added but
// never removed, since existing labels stay in use.

export const ADJECTIVES: readonly string[] = `
Able Agile Amber Ample Apt Ashen Autumn Azure Balmy Bold Brave Breezy Brief Bright Brisk Bronze Calm
Candid Cheery Chief Civil Clear Clever Coastal Cobalt Copper Coral Cosy Crisp Curly Daring Dapper Dawn
Deep Deft Distant Dusky Eager Early Earnest Easy Elder Even Fabled Fair Famous Fancy Fern Festive Fine
Fleet Fluent Fond Frank Fresh Frosty Gallant Gentle Gilded Glad Glossy Golden Grand Green Happy Hardy
Hasty Hazel Hearty Hidden Honest Humble Indigo Ivory Jade Jolly Jovial Joyful Keen Kind Lively Lofty
Loyal Lucid Lucky Lunar Maple Mellow Merry Mighty Mild Misty Modest Mossy Neat Nimble Noble Nordic Novel
Oaken Olive Opal Patient Peachy Placid Plucky Polar Polite Prime Proud Quick Quiet Rapid Ready Regal
Rosy Royal Ruby Rustic Sandy Scarlet Serene Sharp Silent Silver Simple Sleek Smart Smooth Snowy Solar
Solid Spry Steady Stellar Stout Sturdy Sunny Swift Tender Tidy Tranquil Trusty Upbeat Valiant Vast
Velvet Vivid Warm Wise Witty Zesty
`
  .trim()
  .split(/\s+/);

export const NOUNS: readonly string[] = `
Acorn Anchor Antler Apple Arrow Aspen Badger Banjo Barley Basin Beacon Beaver Bell Birch Bison Blossom
Bobcat Boulder Branch Bridge Brook Buffalo Canyon Cardinal Castle Cedar Cello Cherry Cliff Clover Cloud
Comet Compass Condor Coyote Crane Creek Cricket Crown Cypress Daisy Delta Dolphin Dragon Drum Eagle
Eclipse Elk Ember Falcon Feather Ferry Finch Fjord Flint Flute Forest Fountain Fox Garden Gazelle Geyser
Glacier Goose Grove Gull Harbor Hare Harp Hawk Heron Hill Horizon Island Ivy Jaguar Juniper Kestrel Kite
Lagoon Lantern Lark Laurel Leaf Lemur Leopard Lighthouse Lily Lion Lynx Magpie Mallard Mango Marble
Marten Meadow Meteor Mill Moose Mountain Nebula Nectar Oak Oasis Ocean Orchard Orchid Osprey Otter Owl
Panda Panther Parrot Peak Pebble Pelican Penguin Pepper Pine Planet Plum Pond Poplar Prairie Puffin
Quail Quartz Rabbit Raven Reef Ridge River Robin Rocket Saddle Salmon Sandpiper Sparrow Spruce Stag Star
Stone Stork Summit Swan Tiger Timber Trail Tulip Tundra Turtle Valley Violin Walnut Walrus Willow Wolf
Wren Zebra
`
  .trim()
  .split(/\s+/);
